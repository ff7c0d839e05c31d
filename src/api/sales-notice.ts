import { SalesNotice } from '#contract/sales-notice.ts';
import { callRpc } from './rpc.ts';

/** Whether staff have stopped sales, and what parents read. */
export const fetchSalesNotice = () => callRpc('get_sales_notice', {}, SalesNotice);
