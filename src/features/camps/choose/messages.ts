export const messages = {
  pickDate: 'Please select a camp date first',
} as const;
