export { REFUND_TITLE, refundNotes, refundRows } from '#contract/refund-steps.ts';
