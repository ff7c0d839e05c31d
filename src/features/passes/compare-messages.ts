export const comparisonMessages = {
  validFor: (days: number) => `${days} days`,
  renewsYes: 'Yes, until you stop it',
  renewsNo: 'No',
};
