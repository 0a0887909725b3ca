/** Interface of both pages for the measuring script. */
export interface BenchPage {
  /** Renders the grid with all its rows, which exist already. */
  readonly mount: () => void;
  /** Hides or shows a column. */
  readonly toggle: (field: string) => void;
  readonly watchKeys: () => void;
  /** Ms from each key since `watchKeys` to the frame with its effect. */
  readonly keyTimes: () => readonly number[];
  /** 95th percentile of the ms between two frames while scrolling the given number of pixels per frame. */
  readonly slowFrame: (frames: number, pixels: number) => Promise<number>;
}

declare global {
  // oxlint-disable-next-line no-var -- a name in the page's global scope needs `var`
  var bench: BenchPage;
}

export const WORDS: Readonly<Record<string, string>> = { active: '配信中', paused: '停止中', ended: '終了' };

const durations: number[] = [];
export const measuring: Pick<BenchPage, 'watchKeys' | 'keyTimes' | 'slowFrame'> = {
  watchKeys: () =>
    new PerformanceObserver(list => {
      for (const entry of list.getEntries() as (PerformanceEntry & { readonly interactionId?: number })[]) {
        if ((entry.interactionId ?? 0) > 0 && entry.name.startsWith('key')) durations.push(entry.duration);
      }
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit),
  keyTimes: () => durations,
  slowFrame: (frames, pixels) =>
    new Promise(done => {
      const scroll = document.querySelector('.scroll, [role="grid"]');
      const times: number[] = [];
      let last = performance.now();
      const step = (now: number): void => {
        times.push(now - last);
        last = now;
        if (scroll === null || times.length > frames) {
          const sorted = times.slice(1).sort((a, b) => a - b);
          return done(sorted[Math.floor(sorted.length * 0.95)] ?? NaN);
        }
        scroll.scrollTop += pixels;
        requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }),
};
