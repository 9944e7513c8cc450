/** How much memory this thread uses, after collecting garbage where that can be asked for (`--expose-gc`). */
import type { MemoryUse } from '../protocol/messages.js';

export function memoryUse(): MemoryUse {
  (globalThis as { gc?: () => void }).gc?.();
  const { rss, heapUsed, arrayBuffers } = process.memoryUsage();
  return { rss, heapUsed, arrayBuffers };
}
