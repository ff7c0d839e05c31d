export const lineMessages = {
  add: 'Add another',
  addTo: (label: string) => `Add another: ${label}`,
  remove: 'Remove',
  removeLine: (line: string) => `Remove: ${line}`,
} as const;
