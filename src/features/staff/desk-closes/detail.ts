import type { DeskClose, DeskCloseDetails } from '#contract/desk-closes.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { createDetail } from '#ui/kit/detail.ts';
import * as api from './api.ts';

export const createCloseDetailsStore = (onRead: (row: DeskClose) => void) =>
  createDetail<DeskCloseDetails, ErrorCode>({
    name: 'close',
    read: api.fetchClose,
    onRead: ({ close }) => onRead(close),
  });
