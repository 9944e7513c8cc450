/** Quick answers first, better ones later: with a decoder that says what the test wants. */
import assert from 'node:assert/strict';
import { CancellationTokenSource } from 'vscode-languageserver';
import type { Suggestion } from '../../models/assist/assist-records.js';
import type { SuggestionsChangedParams } from '../../server/protocol/messages.js';
import type { Caret } from '../../server/src/caret.js';
import type { DecoderHost } from '../../server/src/engine/decoder-host.js';
import { Suggestions } from '../../server/src/suggestions.js';

const QUICK: Suggestion[] = [{ completion: 'quick', confidence: 0.5, words: [], exact: false }];
const FULL: Suggestion[] = [{ completion: 'full', confidence: 0.5, words: [], exact: true }];
const { token } = new CancellationTokenSource();

function caretAfter(prefix: string): Caret {
  const settings = { suggestionsMaximum: 3, suggestionsLength: 'sentence' };
  const target = { version: 7, positionAt: (offset: number) => ({ line: 0, character: offset }) };
  const pair = { targetUri: 'file:///a.de.md', folder: { settings } };
  const place = { uri: 'file:///a.de.md', pair, table: { target }, source: 'Source.', offset: prefix.length };
  return { ...place, prefix, suffix: '', lead: '' } as unknown as Caret;
}

describe('suggestions of the model', () => {
  let asked: string[];
  let told: SuggestionsChangedParams[];
  let finish: () => Promise<void>;
  let isWanted: () => boolean;

  function suggestions(quick: Suggestion[], full: Suggestion[], asksAgain = true): Suggestions {
    asked = [];
    told = [];
    const decoder = {
      ask: async (kind: string, params: { effort?: string }) => {
        asked.push(`${kind} ${params.effort ?? ''}`.trim());
        return params.effort === 'full' ? full : quick;
      },
      askPatiently: (_kind: string, _params: object, options: { isWanted: () => boolean }) => {
        isWanted = options.isWanted;
        return new Promise((resolve) => {
          finish = async () => {
            resolve(full);
            await new Promise(setImmediate);
          };
        });
      },
    } as unknown as Pick<DecoderHost, 'ask' | 'askPatiently'>;
    const tellBetter = asksAgain ? (params: SuggestionsChangedParams) => told.push(params) : null;
    return new Suggestions({ decoder, models: { ready: () => 'model' }, tellBetter });
  }

  it('come quickly, and better ones are told of and given when asked again', async () => {
    const some = suggestions(QUICK, FULL);
    assert.equal(await some.of(caretAfter('Ab'), 'inlineCompletion', token), QUICK);
    await finish();
    assert.deepEqual(told, [
      { targetUri: 'file:///a.de.md', version: 7, position: { line: 0, character: 2 } },
    ]);
    assert.equal(await some.of(caretAfter('Ab'), 'inlineCompletion', token), FULL);
    assert.deepEqual(asked, ['complete quick'], 'the better answer is remembered');
    some.forgetAnswers();
    assert.equal(await some.of(caretAfter('Ab'), 'inlineCompletion', token), QUICK);
  });

  it('are not looked for again when the quick answer is sure, and not told of when they are the same', async () => {
    let some = suggestions(FULL, FULL);
    finish = () => assert.fail('no second question');
    await some.of(caretAfter('Ab'), 'inlineCompletion', token);
    some = suggestions(QUICK, QUICK);
    await some.of(caretAfter('Ab'), 'inlineCompletion', token);
    await finish();
    assert.deepEqual(told, []);
  });

  it('are not told of when the translator has typed on', async () => {
    const some = suggestions(QUICK, FULL);
    await some.of(caretAfter('Ab'), 'inlineCompletion', token);
    const [finishFirst, wantsFirst] = [finish, isWanted];
    await some.of(caretAfter('Abc'), 'inlineCompletion', token);
    assert.equal(wantsFirst(), false);
    await finishFirst();
    assert.deepEqual(told, []);
  });

  it('are the full ones at once for editors that do not ask again', async () => {
    assert.equal(await suggestions(QUICK, FULL, false).of(caretAfter('Ab'), 'inlineCompletion', token), FULL);
  });

  it('leave out what was rejected at that place, by its first word', async () => {
    const some = suggestions(QUICK, FULL);
    some.answered({ caret: caretAfter('Ab'), texts: [' one two'] });
    some.reject(caretAfter('Ab'));
    assert.ok(some.isRejected(caretAfter('Ab'), ' one three'));
    assert.ok(!some.isRejected(caretAfter('Ab'), ' two one'));
    assert.ok(!some.isRejected(caretAfter('Abc'), ' one three'));
    assert.deepEqual(asked, ['reject']);
  });
});
