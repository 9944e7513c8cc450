// Stands in for @vscode/deviceid, which would write an id for telemetry into the home folder. We send none.
exports.getDeviceId = async () => 'enface';
