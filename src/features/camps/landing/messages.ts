export const jumpMessages = { dates: 'Dates', prices: 'Prices', questions: 'Questions' };

export const moreMissions = (count: number) => `${count} more missions`;
