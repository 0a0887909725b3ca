/**
 * Ends the running task and continues in the next one, so that input and painting need not wait for all of a long
 * sequence. A message channel, as browsers delay timers of pages in the background.
 */
export const nextTask = (): Promise<void> =>
  new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
