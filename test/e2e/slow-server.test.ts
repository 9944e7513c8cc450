/** A server that takes seconds for every answer: typing goes on at once, suggestions come late. */
import { useWorkbench } from './session.js';

const SLOW_KEY = 'Control+F10';
const PROMPT_KEY = 'Control+F11';

describe('slow server', () => {
  const fault = (milliseconds: number) => ({ fault: 'slow', where: 'server', milliseconds });
  const workbench = useWorkbench({
    env: { ENFACE_TEST_HOOKS: '1' },
    keybindings: [
      { key: 'ctrl+f10', command: 'enface.test.fault', args: fault(4000) },
      { key: 'ctrl+f11', command: 'enface.test.fault', args: fault(0) },
    ],
  });

  it('does not hold up typing', async () => {
    await workbench().openFile('docs/de/getting-started.md');
    await workbench().runCommand('Enface: Translate Side by Side');
    await workbench().waitForDecorated(
      'enface.currentSegmentBackground',
      /^Unter Linux/,
      workbench().editor(1),
    );
    await workbench().press(SLOW_KEY, 'Control+End');
    await workbench().type('\n\n## Anmelden\n\nMelden Sie');
    await workbench().waitForText(/^Melden Sie$/m);
  });

  it('answers late, and rightly', async () => {
    await workbench().waitForGhostText(/^ sich mit Ihrer E-Mail-Adresse und Ihrem Kennwort an\.$/);
    await workbench().press(PROMPT_KEY, 'Tab');
    await workbench().waitForText(/^Melden Sie sich mit Ihrer E-Mail-Adresse und Ihrem\s+Kennwort an\.$/m);
  });
});
