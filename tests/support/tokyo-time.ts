/** A time as the console shows it: yyyy/MM/dd HH:mm:ss in Tokyo. */
export const tokyoTime = (time: string | number): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo', dateStyle: 'short', timeStyle: 'medium' })
    .format(new Date(time))
    .replaceAll('-', '/');
