/** The grammar for TMX files: its patterns are well formed, refer to each other, and match what they are for. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY } from '../support/repository.js';

interface Rule {
  readonly include?: string;
  readonly match?: string;
  readonly begin?: string;
  readonly end?: string;
  readonly patterns?: readonly Rule[];
}

const grammar: Rule & { readonly repository: Record<string, Rule> } = JSON.parse(
  readFileSync(path.join(REPOSITORY, 'syntaxes/tmx.tmLanguage.json'), 'utf8'),
);

describe('The TMX grammar', () => {
  it('includes only rules that exist, and leaves none unused', () => {
    const included = new Set(allRules(grammar).flatMap(({ include }) => include ?? []));
    assert.ok(included.delete('text.xml'), 'what is not special is XML');
    assert.deepEqual(
      [...included].toSorted(),
      Object.keys(grammar.repository)
        .map((name) => `#${name}`)
        .toSorted(),
    );
  });

  it('finds the language of a variant, whatever the quotes', () => {
    assert.equal(capture('language-attribute', `<tuv xml:lang="pt-BR">`, 4), 'pt-BR');
    assert.equal(capture('language-attribute', `<tuv lang = 'de'>`, 4), 'de');
    assert.equal(capture('language-attribute', `<header srclang="*all*"/>`, 4), '*all*');
    assert.equal(capture('language-attribute', `<tuv xml:lang="de'>`, 4), undefined);
  });

  it('takes the text of a segment, but not an empty element, for a segment', () => {
    const begin = pattern('segment', 'begin');
    assert.match('<seg>Text</seg>', begin);
    assert.match('<seg xml:space="preserve">', begin);
    for (const text of ['<seg/>', '<segments>', '</seg>']) assert.doesNotMatch(text, begin);
  });

  it('tells markup of the original from highlighted text', () => {
    const begin = pattern('native-code', 'begin');
    for (const name of ['bpt', 'ept', 'it', 'ph', 'ut']) assert.match(`<${name} i="1">`, begin);
    for (const text of ['<hi>', '<ph/>', '<item>']) assert.doesNotMatch(text, begin);
    assert.match('<ph/>', pattern('inline-element', 'begin'));
  });
});

function allRules(rule: Rule): Rule[] {
  const inner = [...(rule.patterns ?? []), ...Object.values((rule as typeof grammar).repository ?? {})];
  return [rule, ...inner.flatMap(allRules)];
}

/** The patterns keep to what Oniguruma and JavaScript read alike. */
function pattern(name: string, part: 'match' | 'begin' | 'end'): RegExp {
  return new RegExp(grammar.repository[name]![part]!);
}

function capture(name: string, text: string, group: number): string | undefined {
  return pattern(name, 'match').exec(text)?.[group];
}
