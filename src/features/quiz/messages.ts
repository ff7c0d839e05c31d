export const messages = {
  close: 'Close',
  step: (step: number, count: number) => `Question ${step} of ${count}`,
  back: 'Back',
  next: 'Continue',
} as const;
