/** The manifest, its strings and their translations agree with each other and with the code. */
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { REPOSITORY as ROOT } from '../support/repository.js';

const LANGUAGES = ['de', 'fr'];
const manifestText = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
const manifest = JSON.parse(manifestText);
const clientCode = readdirSync(path.join(ROOT, 'client/src'))
  .map((name) => readFileSync(path.join(ROOT, 'client/src', name), 'utf8'))
  .join('\n');

describe('The manifest', () => {
  it('takes every string from package.nls.json, and leaves none there unused', () => {
    const used = [...manifestText.matchAll(/"%([\w.]+)%"/g)].map(([, key]) => key!);
    assert.deepEqual(Object.keys(strings('package.nls.json')).toSorted(), [...new Set(used)].toSorted());
  });

  it('names only files that exist', () => {
    const named = [...manifestText.matchAll(/"((?:\.\/)?(?:media|syntaxes|l10n)(?:\/[^"]+)?)"/g)];
    assert.ok(named.length > 5);
    for (const [, file] of named) assert.ok(existsSync(path.join(ROOT, file!)), file);
  });

  it('contributes exactly the commands that the client registers', () => {
    const contributed = manifest.contributes.commands.map(({ command }: { command: string }) => command);
    const registered = [...clientCode.matchAll(/^\s*'(enface\.\w+)': (?:async )?\(/gm)].map(
      ([, name]) => name,
    );
    assert.deepEqual(contributed.toSorted(), registered.toSorted());
  });

  it('gives every setting a description, a default and a scope', () => {
    for (const { properties } of manifest.contributes.configuration) {
      for (const [name, setting] of Object.entries<Record<string, unknown>>(properties)) {
        assert.match(name, /^enface\.[a-z][A-Za-z]*(\.[a-z][A-Za-z]*)?$/);
        for (const field of ['markdownDescription', 'default', 'scope', 'order']) {
          assert.ok(field in setting, `${name} has no ${field}`);
        }
      }
    }
  });

  it('binds keys only in documents of a pair', () => {
    for (const { when } of manifest.contributes.keybindings)
      assert.match(when, /\benface\.in(Pair|Target)\b/);
  });
});

for (const language of LANGUAGES) {
  describe(`The interface in ${language}`, () => {
    it('has every string of the manifest', () => {
      const [original, translated] = [strings('package.nls.json'), strings(`package.nls.${language}.json`)];
      assert.deepEqual(Object.keys(translated).toSorted(), Object.keys(original).toSorted());
      for (const [key, text] of Object.entries(original)) {
        assert.deepEqual(carriedOver(translated[key]!), carriedOver(text), key);
      }
    });

    it('has every string of the code', () => {
      const translated = strings(`l10n/bundle.l10n.${language}.json`);
      const calls = [...clientCode.matchAll(/l10n\.t\(/g)].length;
      const used = [...clientCode.matchAll(/l10n\.t\(\s*'([^']*)'/g)].map(([, text]) => text!);
      assert.equal(used.length, calls, 'each text is a plain string in the call');
      assert.deepEqual(Object.keys(translated).toSorted(), [...new Set(used)].toSorted());
      for (const [text, translation] of Object.entries(translated)) {
        assert.deepEqual(placeholders(translation), placeholders(text), text);
      }
    });
  });
}

function strings(file: string): Record<string, string> {
  return JSON.parse(readFileSync(path.join(ROOT, file), 'utf8'));
}

/** Links to commands and settings must survive translation. */
function carriedOver(text: string): string[] {
  return [...text.matchAll(/`#[\w.]+#`|\(command:[^)]+\)/g)].map(([piece]) => piece).toSorted();
}

function placeholders(text: string): string[] {
  return [...text.matchAll(/\{\d\}/g)].map(([piece]) => piece).toSorted();
}
