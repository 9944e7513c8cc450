// Stands in for @vscode/spdlog, whose native part is not built: without it VS Code's output channels stay empty.
// Same functions, plain appending to the file; VS Code does its own formatting for output channels.
const fs = require('node:fs');
const path = require('node:path');

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'critical'];

exports.version = 0;
exports.setLevel = () => {};
exports.setFlushOn = () => {};

class Logger {
  constructor(_type, _name, file, maxFileSize) {
    this.file = file;
    this.maxFileSize = maxFileSize;
    this.level = 2;
    this.plain = false;
    LEVELS.forEach((name, level) => {
      this[name] = (message) => this.write(level, name, message);
    });
  }
  write(level, name, message) {
    if (level < this.level) return;
    const line = this.plain
      ? message
      : `${new Date().toISOString().replace('T', ' ').slice(0, -1)} [${name}] ${message}\n`;
    try {
      const full =
        this.maxFileSize > 0 && fs.statSync(this.file, { throwIfNoEntry: false })?.size > this.maxFileSize;
      if (full) fs.renameSync(this.file, `${this.file}.1`);
      fs.appendFileSync(this.file, line);
    } catch {
      // A log that cannot be written must not stop the editor.
    }
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.plain = true;
  }
  flush() {}
  drop() {}
}
exports.Logger = Logger;

async function createLogger(name, file, maxFileSize, maxFiles) {
  await fs.promises.mkdir(path.dirname(file), { recursive: true });
  return new Logger('rotating', name, file, maxFileSize, maxFiles);
}
exports.createRotatingLogger = createLogger;
exports.createAsyncRotatingLogger = createLogger;
