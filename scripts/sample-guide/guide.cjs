// Loaded beside Enface by `npm start` only: shows the sample's translation facing its source, with the command a
// person would use. Does nothing when something is open already (a reloaded page).
const vscode = require('vscode');

const SAMPLE_TARGET = 'docs/de/getting-started.md';

exports.activate = async () => {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const tabs = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
  if (folder === undefined || tabs.length > 0) return;
  const target = vscode.Uri.joinPath(folder.uri, SAMPLE_TARGET);
  await vscode.commands.executeCommand('enface.translateSideBySide', target);
};
