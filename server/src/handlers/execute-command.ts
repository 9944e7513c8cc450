/** `workspace/executeCommand`: what editors without an Enface extension bind keys to. */
import type { ExecuteCommandParams } from 'vscode-languageserver';
import { EnfaceError } from '../../../models/core/errors.js';
import {
  type AdvanceParams,
  COMMAND_ACCEPTED,
  COMMAND_APPROVE,
  COMMAND_NEXT_SEGMENT,
  COMMAND_NEXT_UNTRANSLATED,
  COMMAND_PREVIOUS_SEGMENT,
  COMMAND_REJECT,
  COMMAND_TEST_FAULT,
  COMMAND_TRAIN,
  type CommandParams,
  type EventParams,
  type TestFault,
} from '../../protocol/messages.js';
import type { Session } from '../session.js';
import { advance } from './advance.js';
import { approveSegment } from './approve-segment.js';
import { event } from './event.js';
import { commitFault } from './test-fault.js';
import { train } from './train.js';

const DIRECTIONS: Readonly<Record<string, AdvanceParams['direction']>> = {
  [COMMAND_NEXT_SEGMENT]: 'next',
  [COMMAND_PREVIOUS_SEGMENT]: 'previous',
  [COMMAND_NEXT_UNTRANSLATED]: 'nextUntranslated',
};

export const COMMANDS: readonly string[] = [
  COMMAND_APPROVE,
  COMMAND_REJECT,
  COMMAND_ACCEPTED,
  COMMAND_TRAIN,
  ...Object.keys(DIRECTIONS),
];

export async function executeCommand(session: Session, params: ExecuteCommandParams): Promise<unknown> {
  const [argument] = params.arguments ?? [];
  if (params.command === COMMAND_TEST_FAULT && session.testHooks) {
    return commitFault(session, argument as TestFault);
  }
  if (params.command === COMMAND_TRAIN) return train(session, argument);
  if (params.command === COMMAND_ACCEPTED) {
    await event(session, { ...(argument as EventParams), event: 'accepted' });
    return null;
  }
  const { uri, position } = checkArgument(params.command, argument);
  if (params.command === COMMAND_APPROVE) return approveSegment(session, { targetUri: uri, position });
  if (params.command === COMMAND_REJECT) {
    const { text } = argument as Partial<EventParams>;
    await event(session, {
      event: 'rejected',
      targetUri: uri,
      position,
      ...(typeof text === 'string' ? { text } : {}),
    });
    return null;
  }
  const direction = DIRECTIONS[params.command];
  if (direction === undefined) {
    throw new EnfaceError('unknown-command', `Enface has no command "${params.command}".`);
  }
  return go(session, { targetUri: uri, position, direction });
}

/** Finds the segment, makes a place for it if need be and puts the caret there. */
async function go(session: Session, params: AdvanceParams): Promise<unknown> {
  const { targetUri } = params;
  const result = await advance(session, params);
  if (result === null) return null;
  const { edit, position, targetVersion } = result;
  if (edit !== null) {
    const textDocument = { uri: targetUri, version: targetVersion };
    const { applied } = await session.connection.workspace.applyEdit(
      session.features.versionedEdits
        ? { documentChanges: [{ textDocument, edits: [edit] }] }
        : { changes: { [targetUri]: [edit] } },
    );
    if (!applied) return null;
  }
  if (session.features.showDocument) {
    const selection = { start: position, end: position };
    await session.connection.window.showDocument({ uri: targetUri, takeFocus: true, selection });
  }
  return result;
}

function checkArgument(command: string, argument: unknown): CommandParams {
  const { uri, position } = (argument ?? {}) as Partial<CommandParams>;
  if (
    typeof uri !== 'string' ||
    typeof position?.line !== 'number' ||
    typeof position.character !== 'number'
  ) {
    throw new EnfaceError('bad-argument', `The command "${command}" needs { uri, position }.`);
  }
  return { uri, position };
}
