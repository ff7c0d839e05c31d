export const pageWeightRemarks = (_blocks: readonly { _type: string }[]): string[] => [];
