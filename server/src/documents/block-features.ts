/** What the mapper compares of a block, found once per content and kept as long as the content lives. */
import { PlacedBlock } from '../formats/block-content.js';
import type { Block, BlockDocument, BlockKind } from './segment.js';
import { evidenceOf, hashText, type TextEvidence } from './text-evidence.js';

export interface BlockFeatures extends TextEvidence {
  readonly kind: BlockKind;
  readonly depth: number;
  /** The marker with its numbers left out: `2. ` and `3. ` are the same. */
  readonly marker: string;
}

/** Features of all blocks of a document version. */
export interface DocumentFeatures {
  readonly blocks: readonly BlockFeatures[];
  /** What stays the same from version to version for as long as the block does. */
  readonly identities: readonly object[];
  /** Hash of the code, HTML or rules between the block before and this one; 0 for none. */
  readonly gapHashes: Int32Array;
}

const featuresOfContent = new WeakMap<object, BlockFeatures>();
const featuresOfDocument = new WeakMap<BlockDocument, DocumentFeatures>();

export function documentFeatures(document: BlockDocument): DocumentFeatures {
  let features = featuresOfDocument.get(document);
  if (features === undefined) {
    features = {
      blocks: document.blocks.map((block) => blockFeatures(document, block)),
      identities: document.blocks.map(identityOf),
      gapHashes: gapHashes(document),
    };
    featuresOfDocument.set(document, features);
  }
  return features;
}

export function identityOf(block: Block): object {
  return block instanceof PlacedBlock ? block.content : block;
}

function blockFeatures(document: BlockDocument, block: Block): BlockFeatures {
  const identity = identityOf(block);
  let features = featuresOfContent.get(identity);
  if (features === undefined) {
    features = {
      kind: block.kind,
      depth: block.depth,
      marker: block.marker.replace(/\d+|[ \t]+/g, ' '),
      ...evidenceOf(document.text.slice(block.span.start, block.span.end)),
    };
    featuresOfContent.set(identity, features);
  }
  return features;
}

function gapHashes(document: BlockDocument): Int32Array {
  const hashes = new Int32Array(document.blocks.length);
  let end = 0;
  document.blocks.forEach((block, i) => {
    const { start, end: outerEnd } = block.outer;
    // Most gaps are a blank line: too short to hold anything.
    if (start - end > 4) {
      const gap = document.text.slice(end, start).replace(/\s+/g, ' ').trim();
      if (/[\p{L}\p{N}]/u.test(gap)) hashes[i] = hashText(gap);
    }
    end = outerEnd;
  });
  return hashes;
}
