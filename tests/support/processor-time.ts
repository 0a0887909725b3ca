/**
 * The processor time in ms that this process takes for some work. It does not grow while other programs run, unlike
 * the time of a clock.
 */
export const processorTimeOf = async (work: () => unknown): Promise<number> => {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
};
