// Debian's apt used without touching the system: its lists, cache and downloads go to a folder of ours; only the
// configured package sources and their keys are read. Needs no root.
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { findProgram } from '../programs.mjs';
import { capture, Problem } from '../shell.mjs';

const HELPER = '/usr/lib/apt/apt-helper';

export class Apt {
  #folder;
  #languages;
  #signal;
  #update;

  /** `languages` are those whose package descriptions are fetched beside English. */
  constructor({ folder, languages, signal }) {
    this.#folder = folder;
    this.#languages = languages;
    this.#signal = signal;
  }

  /** Fetches the package lists, once; rejects with a `Problem` where there is no apt or no network. */
  update() {
    this.#update ??= this.#fetchLists();
    return this.#update;
  }

  /** The texts of the package description lists in a language, one for each package source. */
  async descriptions(language) {
    const format = ['indextargets', '--format', '$(LANGUAGE) $(FILENAME)', 'Created-By: Translations'];
    const lines = (await this.#run('apt-get', format, 'apt could not name its lists')).split('\n');
    const files = lines.filter((line) => line.startsWith(`${language} `)).map((line) => line.slice(3).trim());
    return Promise.all(
      files.map((file) => this.#run(HELPER, ['cat-file', file], 'apt could not read its lists')),
    );
  }

  /** Downloads packages, unpacks them without installing, and calls `use` with the folders of their files. */
  async withPackages(names, use) {
    const unpacked = path.join(this.#folder, 'unpacked');
    mkdirSync(unpacked, { recursive: true });
    try {
      const folders = [];
      for (const name of names) folders.push(await this.#unpack(name, path.join(unpacked, name)));
      return await use(folders);
    } finally {
      rmSync(unpacked, { recursive: true, force: true });
    }
  }

  async #unpack(name, target) {
    const packages = path.join(this.#folder, 'packages');
    const find = () => readdirSync(packages).find((file) => file.startsWith(`${name}_`));
    if (find() === undefined) {
      await this.#run('apt-get', ['download', name], `apt could not fetch the package ${name}`, packages);
    }
    const file = path.join(packages, find());
    await this.#run('dpkg-deb', ['-x', file, target], `The package ${name} could not be unpacked`);
    return target;
  }

  async #fetchLists() {
    if (findProgram('apt-get') === null || findProgram('dpkg-deb') === null) {
      throw new Problem('This machine has no apt, which is part of Debian, Ubuntu and their kin.');
    }
    for (const name of ['state/lists/partial', 'cache/archives/partial', 'packages']) {
      mkdirSync(path.join(this.#folder, name), { recursive: true });
    }
    writeFileSync(this.#configuration, configuration(this.#folder, this.#languages));
    const output = await this.#run('apt-get', ['update'], 'apt could not fetch its lists');
    // apt forgives failed downloads and ends with 0.
    const failed = /^(?:E|W|Err).*(?:Failed to fetch|Could not resolve|Unable to connect).*$/m.exec(output);
    if (failed) throw new Problem(`apt could not fetch its lists: ${failed[0].slice(0, 200)}`);
  }

  get #configuration() {
    return path.join(this.#folder, 'apt.conf');
  }

  async #run(program, args, whenFailing, cwd = this.#folder) {
    const options = program === 'dpkg-deb' ? [] : ['-c', this.#configuration];
    const env = { ...process.env, LC_ALL: 'C', APT_CONFIG: undefined };
    const { code, output } = await capture(program, [...options, ...args], {
      cwd,
      env,
      signal: this.#signal,
    });
    if (code === 0) return output;
    const reason = output.split('\n').find((line) => /^E: /.test(line)) ?? `${program} ended with ${code}`;
    throw new Problem(`${whenFailing}: ${reason}`);
  }
}

/** `#clear` undoes what the system's own configuration says: lists of languages, programs run after an update. */
function configuration(folder, languages) {
  return `Dir::State "${folder}/state";
Dir::State::lists "${folder}/state/lists";
Dir::State::status "/var/lib/dpkg/status";
Dir::Cache "${folder}/cache";
#clear Acquire::Languages;
Acquire::Languages { ${['en', ...languages].map((language) => `"${language}";`).join(' ')} };
#clear APT::Update::Pre-Invoke;
#clear APT::Update::Post-Invoke;
#clear APT::Update::Post-Invoke-Success;
APT::Sandbox::User "root";
`;
}
