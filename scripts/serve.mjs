// Runs the server in this process. The dependencies must be installed, and the gateway, the console and the
// server built (start.mjs).
process.setSourceMapsEnabled(true);
await import('../dist/server/main.mjs');
