/** `enface/segmentAt`: the segment at the caret, written or still to be written. */
import assert from 'node:assert/strict';
import { SEGMENT_AT_METHOD, type SegmentAtResult } from '../../server/protocol/messages.js';
import { startTranslating } from '../support/translating.js';

const SOURCE = '# Title\n\nOne sentence. Another sentence.\n\nA last one.\n';

describe('segment at the caret', () => {
  const cases: readonly [name: string, target: string, segment: number | null][] = [
    ['in written text', '# Ti$0tel\n', 0],
    ['on a blank line below the text', '# Titel\n\n$0', 1],
    ['after a full stop and a blank', '# Titel\n\nEin Satz. $0\n', 2],
    ['in an empty document', '$0', 0],
    ['below everything', '# Titel\n\nEin Satz. Noch einer.\n\nEin letzter.\n\n$0', null],
  ];
  for (const [name, target, segment] of cases) {
    it(name, async () => {
      const { server, target: document } = await startTranslating({ source: SOURCE, target, memory: [] });
      const result = await server.request<SegmentAtResult | null>(SEGMENT_AT_METHOD, {
        targetUri: document.uri,
        position: document.caret,
      });
      assert.equal(result?.segment ?? null, segment);
      await server.stop();
    });
  }
});
