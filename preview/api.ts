/** What a page in a preview may read from the database. Everything else is refused. */
const reads = new Set([
  'GET /rest/v1/camps',
  ...[
    'get_session_availability_with_enrollments',
    'get_sessions_ahead',
    'get_camp_prices',
    'get_location_viewers',
    'get_recent_bookings',
    'get_sales_notice',
  ].map((name) => `POST /rest/v1/rpc/${name}`),
]);
const apiPaths = /^\/(rest|auth|functions|storage|realtime)\/v1\//;
/** The most bytes of a body that are read. */
export const maxBodyBytes = 10_000;

export const isApi = (path: string) => apiPaths.test(path);

/** The refusal of the database while sales are stopped. Every screen has a sentence for it. */
const refusal = { code: 'P0001', message: 'sales_stopped', details: null, hint: null };
/** The same refusal as edge functions give it, which is the code alone. */
const refusalOfFunction = { code: 'sales_stopped' };

interface ApiRequest {
  method: string;
  /** The address with its query. */
  address: string;
  body: string;
  key: string | undefined;
}
interface ApiAnswer {
  status: number;
  body: string;
}

/**
 * Answers a request of a page in a preview. Requests that only read are passed to the database like those of a
 * visitor. Nobody can book, pay, sign in or write from a preview.
 */
export async function answerApi(
  { method, address, body, key }: ApiRequest,
  supabaseUrl: string,
): Promise<ApiAnswer> {
  const path = address.split('?')[0] ?? '';
  if (!reads.has(`${method} ${path}`))
    return {
      status: 403,
      body: JSON.stringify(path.startsWith('/functions/') ? refusalOfFunction : refusal),
    };
  const response = await fetch(supabaseUrl + address, {
    method,
    headers: { apikey: key ?? '', 'content-type': 'application/json' },
    ...(method === 'POST' && { body }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, body: await response.text() };
}
