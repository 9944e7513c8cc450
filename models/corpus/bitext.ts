/**
 * The word-aligned bitext: both sides as flat texts and the links between them. It only stores; look-ups go
 * through a SuffixArray of either side, and an AlignedPair reads one pair for phrase extraction.
 *
 * A model has two tiers with this same interface: the frozen base, opened as views on a container, and a small
 * session overlay (GrowingBitext) of pairs approved since. Each tier has its own positions and pair numbers.
 */
import type { Container, Sections } from '../core/container.js';
import { FormatError } from '../core/errors.js';
import { LinkTable } from './link-table.js';
import { TokenText } from './token-text.js';

export class Bitext {
  readonly source: TokenText;
  readonly target: TokenText;
  readonly links: LinkTable;

  constructor(source: TokenText, target: TokenText, links: LinkTable) {
    if (source.sentenceCount !== target.sentenceCount || source.sentenceCount !== links.pairCount) {
      throw new FormatError(
        'bitext-pairs',
        `The bitext has ${source.sentenceCount} source and ${target.sentenceCount} target sentences and links for ${links.pairCount} pairs.`,
      );
    }
    this.source = source;
    this.target = target;
    this.links = links;
  }

  get pairCount(): number {
    return this.source.sentenceCount;
  }

  /** The same texts with other links, for example those of a new alignment. */
  withLinks(links: LinkTable): Bitext {
    return new Bitext(this.source, this.target, links);
  }

  toSections(): Sections {
    return {
      ...prefixed('source/', this.source.toSections()),
      ...prefixed('target/', this.target.toSections()),
      ...prefixed('links/', this.links.toSections()),
    };
  }

  /** Opens the bitext as views on the container; `prefix` is what the writer put before the section names. */
  static fromContainer(container: Container, prefix = ''): Bitext {
    const text = (side: string) =>
      new TokenText(
        container.section(`${prefix}${side}/ids`, 'int32'),
        container.section(`${prefix}${side}/offsets`, 'uint32'),
      );
    const links = new LinkTable(
      container.section(`${prefix}links/positions`, 'uint8'),
      container.section(`${prefix}links/offsets`, 'uint32'),
    );
    return new Bitext(text('source'), text('target'), links);
  }
}

function prefixed(prefix: string, sections: Sections): Sections {
  return Object.fromEntries(Object.entries(sections).map(([name, array]) => [prefix + name, array]));
}
