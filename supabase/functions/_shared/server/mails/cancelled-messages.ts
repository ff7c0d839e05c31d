import { say } from './say.ts';

export const classCancelled = () => say`This class is cancelled.`;
export const campCancelled = () => say`This camp is cancelled.`;
export const nothingToRefund = () =>
  say`No payment was made to us for this booking, so there is nothing to refund. If you did pay, please reply to this e-mail.`;
