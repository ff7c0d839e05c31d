import { say } from './say.ts';

export const classCancelled = () => say`This class is cancelled.`;
export const campCancelled = () => say`This camp is cancelled.`;
