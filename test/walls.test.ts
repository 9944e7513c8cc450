/**
 * The walls between the layers hold: in a small copy of the repository's configuration, files that break each rule
 * are rejected by the compiler or the linter, and files that keep the rules are not.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { REPOSITORY } from './support/repository.js';

type Wall = 'compiler' | 'linter';
interface Violation {
  readonly rule: string;
  readonly file: string;
  readonly text: string;
  /** Who must reject the file. */
  readonly walls: readonly Wall[];
}

const BREAK_THE_RULES: readonly Violation[] = [
  {
    rule: 'models may not import Node',
    file: 'models/core/bad-node.ts',
    text: "import { readFileSync } from 'node:fs';\nexport const bytes = readFileSync('x');\n",
    walls: ['compiler', 'linter'],
  },
  {
    rule: 'models may not use the globals of a host',
    file: 'models/core/bad-globals.ts',
    text: 'export const name = process.title;\nconsole.log(name);\n',
    walls: ['compiler'],
  },
  {
    rule: 'models may not import VS Code',
    file: 'models/core/bad-vscode.ts',
    text: "import { Uri } from 'vscode';\nexport const uri = Uri.file('x');\n",
    walls: ['linter'],
  },
  {
    rule: 'models may not import LSP',
    file: 'models/core/bad-lsp.ts',
    text: "import { createConnection } from 'vscode-languageserver/node';\nexport const connection = createConnection();\n",
    walls: ['linter'],
  },
  {
    rule: 'models may not import the server',
    file: 'models/core/bad-server.ts',
    text: "import { port } from '../../server/src/good.js';\nexport const again = port;\n",
    walls: ['compiler', 'linter'],
  },
  {
    rule: 'the client may not import models',
    file: 'client/src/bad-models.ts',
    text: "import { one } from '../../models/core/good.js';\nexport const two = one + one;\n",
    walls: ['compiler', 'linter'],
  },
  {
    rule: 'the client may not import the server',
    file: 'client/src/bad-server.ts',
    text: "import { port } from '../../server/src/good.js';\nexport const again = port;\n",
    walls: ['compiler', 'linter'],
  },
  {
    rule: 'the server may not import VS Code',
    file: 'server/src/bad-vscode.ts',
    text: "import { Uri } from 'vscode';\nexport const uri = Uri.file('x');\n",
    walls: ['linter'],
  },
  {
    rule: 'the server may not import the language client',
    file: 'server/src/bad-client.ts',
    text: "import { LanguageClient } from 'vscode-languageclient/node';\nexport const kind = LanguageClient;\n",
    walls: ['linter'],
  },
  {
    rule: 'the protocol may import nothing',
    file: 'server/protocol/bad-import.ts',
    text: "import { one } from '../../models/core/good.js';\nexport const two = one + one;\n",
    walls: ['compiler', 'linter'],
  },
];

const KEEP_THE_RULES: readonly { readonly file: string; readonly text: string }[] = [
  { file: 'models/core/good.ts', text: 'export const one = 1;\n' },
  { file: 'server/protocol/good.ts', text: "export const method = 'x';\n" },
  {
    file: 'server/src/good.ts',
    text:
      "import { sep } from 'node:path';\nimport { one } from '../../models/core/good.js';\n" +
      "import { method } from '../protocol/good.js';\nexport const port = method + sep.repeat(one);\n",
  },
  {
    file: 'client/src/good.ts',
    text:
      "import { Uri } from 'vscode';\nimport { method } from '../../server/protocol/good.js';\n" +
      'export const uri = Uri.file(method);\n',
  },
];

const PROJECTS = ['models', 'server/protocol', 'server/src', 'client'];

describe('walls', () => {
  let folder: string;
  const complaints: Record<Wall, string> = { compiler: '', linter: '' };

  before(() => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'enface-walls-'));
    for (const file of [
      'biome.json',
      'tsconfig.json',
      ...PROJECTS.map((project) => `${project}/tsconfig.json`),
    ]) {
      cpSync(path.join(REPOSITORY, file), path.join(folder, file));
    }
    write('package.json', '{ "private": true, "type": "module" }\n');
    symlinkSync(path.join(REPOSITORY, 'node_modules'), path.join(folder, 'node_modules'), 'junction');
  });

  after(() => rmSync(folder, { recursive: true, force: true }));

  it('let through what keeps the rules', () => {
    for (const { file, text } of KEEP_THE_RULES) write(file, text);
    check();
    assert.deepEqual(complaints, { compiler: '', linter: '' });
  });

  describe('reject what breaks them', () => {
    before(() => {
      for (const { file, text } of BREAK_THE_RULES) write(file, text);
      check();
    });

    for (const { rule, file, walls } of BREAK_THE_RULES) {
      it(rule, () => {
        for (const wall of walls) {
          assert.ok(complaints[wall].includes(file), `The ${wall} let ${file} through:\n${complaints[wall]}`);
        }
      });
    }
  });

  function check(): void {
    complaints.compiler = errorLines('typescript/bin/tsc', ['-b', ...PROJECTS]);
    complaints.linter = errorLines('@biomejs/biome/bin/biome', [
      ...['lint', '--vcs-enabled=false', '--reporter=github', '--max-diagnostics=none', ...PROJECTS],
    ]);
  }

  function errorLines(program: string, args: readonly string[]): string {
    const file = path.join(REPOSITORY, 'node_modules', program);
    const { stdout } = spawnSync(process.execPath, [file, ...args], { cwd: folder, encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter((line) => /error TS\d+|^::error/.test(line))
      .join('\n');
  }

  function write(file: string, text: string): void {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
});
