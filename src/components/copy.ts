/**
 * Copies a text to the clipboard. Without HTTPS, where `navigator.clipboard` is missing, uses `execCommand`.
 * @throws if the browser refuses to copy
 */
export const copy = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) {
    await navigator.clipboard.writeText(text);
    return;
  }
  const field = document.createElement('textarea');
  field.value = text;
  field.style.position = 'fixed';
  field.style.opacity = '0';
  const focused = document.activeElement;
  document.body.append(field);
  field.select();
  const copied = document.execCommand('copy');
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error('the browser refused to copy');
};
