/** Makes a function that runs tasks one at a time, in the order of its calls; one that fails delays no other. */
export const createTaskQueue = (): (<Answer>(task: () => Promise<Answer>) => Promise<Answer>) => {
  let last: Promise<unknown> = Promise.resolve();
  return task => {
    const done = last.then(task);
    last = done.catch(() => undefined);
    return done;
  };
};
