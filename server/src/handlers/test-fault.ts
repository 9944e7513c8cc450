/** Trouble on demand, for tests; only with `--test-hooks`. */
import type { MemoryUse, TestFault } from '../../protocol/messages.js';
import { memoryUse } from '../memory-use.js';
import type { Session } from '../session.js';

export async function commitFault(session: Session, fault: TestFault): Promise<MemoryUse | null> {
  if (fault.fault !== 'measure') session.log.warn(`Test hook: ${fault.fault} in the ${fault.where}.`);
  if (fault.where !== 'server') {
    // Only a slow worker answers; the engine's host notices by itself.
    const done =
      fault.where === 'worker' ? session.engine.ask('fault', fault) : session.decoder.ask('fault', fault);
    if (fault.fault === 'measure') return done;
    if (fault.fault === 'slow') await done;
    else done.catch(() => {});
    return null;
  }
  if (fault.fault === 'measure') return memoryUse();
  if (fault.fault === 'slow') {
    session.dispatcher.delay = fault.milliseconds ?? 0;
    return null;
  }
  if (fault.fault === 'hang') for (;;);
  if (fault.fault === 'crash') process.exit(1);
  setImmediate(() => {
    throw new Error('thrown on purpose');
  });
  return null;
}
