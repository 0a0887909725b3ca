/** Sends requests to one URL in sequence from a separate process, whose CPU time must not count as the server's. */
export interface Load {
  readonly url: string;
  readonly times: number;
  readonly init: {
    readonly method?: string;
    readonly headers?: Record<string, string>;
    readonly body?: string;
  };
}

process.on('message', (load: Load) => {
  void (async () => {
    for (let n = 0; n < load.times; n++) {
      const answer = await fetch(load.url, load.init);
      const text = await answer.text();
      if (!answer.ok || text.includes('"errors"'))
        throw new Error(`${load.url} answered ${answer.status}: ${text.slice(0, 300)}`);
    }
    process.send?.('done');
  })();
});
