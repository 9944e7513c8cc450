// Loaded into the VS Code server before its own code: when the process that started it is gone, however it ended,
// standard input closes, and the server stops with its whole process group and removes its sockets.
import { rmSync } from 'node:fs';

if (process.argv[1]?.endsWith('server-main.js')) {
  const stop = () => {
    rmSync(process.env.XDG_RUNTIME_DIR, { recursive: true, force: true });
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGTERM');
  };
  process.stdin.on('end', stop).resume();
}
