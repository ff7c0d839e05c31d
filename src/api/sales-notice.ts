import { SalesNotice } from '#contract/sales-notice.ts';
import { callRpc } from './rpc.ts';

export const fetchSalesNotice = () => callRpc('get_sales_notice', {}, SalesNotice);
