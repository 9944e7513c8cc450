// Stands in for @vscode/native-watchdog, whose native part is not built. The extension host also watches its parent
// in plain code, and our server takes its whole process group along when it stops.
exports.start = () => {};
exports.exit = (code) => process.exit(code ?? 0);
