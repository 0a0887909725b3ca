// Runs the server in this process. Dependencies must be installed; gateway, console and server must be built
// (start.mjs).
process.setSourceMapsEnabled(true);
await import('../dist/server/main.mjs');
