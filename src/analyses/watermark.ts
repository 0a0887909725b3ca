/** Event ids begin with the milliseconds since 2020 above 22 bits (the collector's ids): the watermark tells its own time. */
const EPOCH = Date.UTC(2020, 0, 1);
export const timeOfWatermark = (watermark: string): number | null => {
  const id = /^\d{1,20}$/.test(watermark) ? BigInt(watermark) : 0n;
  return id === 0n ? null : EPOCH + Number(id >> 22n);
};
