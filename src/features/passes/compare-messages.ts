export const compareMessages = {
  days: (days: number) => `${days} days`,
  renews: 'Yes, until you stop it',
  never: 'No',
};
