type Key = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** Index of the value to which a key moves the selection; null: the key does not move it. */
export const stepOfKey = (
  { key, ctrlKey, metaKey, altKey }: Key,
  at: number,
  count: number,
): number | null => {
  if (ctrlKey || metaKey || altKey) return null;
  switch (key) {
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, at + 1);
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, at - 1);
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    default:
      return null;
  }
};
