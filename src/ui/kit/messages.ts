export const selectionMessages = {
  label: 'Selection',
  count: (count: number) => `${count} selected`,
  all: 'Select all shown',
  clear: 'Clear selection',
  most: (most: number, label: string) => `You can use “${label}” for at most ${most} at once.`,
  row: (name: string) => `Select ${name}`,
} as const;
