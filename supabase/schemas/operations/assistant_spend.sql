-- Before a language model answers, the highest possible cost of the answer is claimed. Afterwards the true cost
-- replaces it (docs/decisions "The assistant"). Prices are in US cents, amounts in millionths of a cent.

create table public.assistant_prices (
  model text primary key check (model ~ '^[a-z0-9.-]{3,80}$'),
  input_us_cents integer not null check (input_us_cents > 0),
  output_us_cents integer not null check (output_us_cents > 0)
);
comment on table public.assistant_prices is
  'The provider''s price for a million tokens that are read and written, in US cents. A model that is not listed is '
  'charged at the highest listed price.';

create table public.assistant_spend (
  day date not null,
  caller text not null,
  millionths bigint not null check (millionths >= 0),
  primary key (day, caller)
);
comment on table public.assistant_spend is
  'The cost of the model per day in Singapore, in total and per caller. An answer that is still being written counts '
  'at its highest possible cost. Rows are deleted after two days.';
comment on column public.assistant_spend.caller is
  'The value is all for the total. For a caller it is a fingerprint of the network address.';
comment on column public.assistant_spend.millionths is 'The cost in millionths of a US cent.';

create table public.assistant_claims (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  caller text not null,
  model text not null references public.assistant_prices (model),
  millionths bigint not null check (millionths > 0)
);
comment on table public.assistant_claims is
  'Answers that are being written, with their highest possible cost. If an answer broke off, its claim keeps '
  'counting, because the provider may have charged it.';
comment on column public.assistant_claims.model is
  'The model whose price counts. If a model is not listed, this is the most expensive one.';
create index assistant_claims_day on public.assistant_claims (day);
create index assistant_claims_model on public.assistant_claims (model);

alter table public.assistant_prices enable row level security;
alter table public.assistant_spend enable row level security;
alter table public.assistant_claims enable row level security;
revoke all on table public.assistant_prices, public.assistant_spend, public.assistant_claims
  from anon, authenticated, service_role;

create function private.assistant_price(p_model text)
returns public.assistant_prices
language sql
stable
set search_path = ''
as $$
  select * from public.assistant_prices
  order by model = p_model desc, output_us_cents desc, input_us_cents desc, model limit 1
$$;
comment on function private.assistant_price(text) is
  'Returns the price of a model, or the highest listed price if the model is not listed. Returns null if there are no '
  'prices.';

create function private.spend_on_assistant(p_day date, p_caller text, p_millionths bigint, p_max_us_cents integer)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
begin
  if p_millionths > p_max_us_cents::bigint * 1000000 then return false; end if;
  -- The row lock covers both the check and the update. So concurrent callers wait and see what is left.
  insert into public.assistant_spend as s (day, caller, millionths) values (p_day, p_caller, p_millionths)
  on conflict (day, caller) do update set millionths = s.millionths + p_millionths
    where s.millionths + p_millionths <= p_max_us_cents::bigint * 1000000;
  return found;
end;
$$;
comment on function private.spend_on_assistant(date, text, bigint, integer) is
  'Adds an amount to a day''s spending unless that would exceed the cap. Returns whether it was added.';

create function public.claim_model_answer(
  p_model text, p_input integer, p_output integer, p_question text, p_headers jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_rule constant public.rate_rules := private.rate_rule('ask_model');
  v_address constant text := private.address_of(coalesce(p_headers, '{}'));
  -- The provider bills by the real date, also while a demo uses its own calendar.
  v_day constant date := (clock_timestamp() at time zone private.time_zone())::date;
  v_caller constant text := private.fingerprint('assistant ' || v_address);
  -- The caller always names a model, because no model is called without a configured one.
  v_price constant public.assistant_prices := private.assistant_price(coalesce(p_model, ''));
  v_max constant bigint := p_input::bigint * v_price.input_us_cents + p_output::bigint * v_price.output_us_cents;
  v_id uuid;
  v_reason text;
begin
  if coalesce(p_input, 0) < 1 then perform private.fail('invalid_input', 'p_input'); end if;
  if coalesce(p_output, 0) < 1 then perform private.fail('invalid_input', 'p_output'); end if;
  if coalesce(p_question, '') = '' then perform private.fail('invalid_input', 'p_question'); end if;
  v_reason := case
    -- A refused call counts towards the rate limit, too.
    when not private.count_hit('ask_model ' || v_address, v_rule.most, v_rule.seconds) then 'often'
    when private.is_personal(p_question) then 'somebody'
    when v_max is null then 'price' end;
  -- The row "all" is always locked before the caller's row, so that two claims do not deadlock.
  if v_reason is null and not private.spend_on_assistant(v_day, 'all', v_max, v_settings.assistant_day_us_cents) then
    v_reason := 'day';
  elsif v_reason is null
    and not private.spend_on_assistant(v_day, v_caller, v_max, v_settings.assistant_visitor_us_cents)
  then
    v_reason := 'visitor';
    update public.assistant_spend set millionths = millionths - v_max where day = v_day and caller = 'all';
  end if;
  if v_reason is not null then return jsonb_build_object('claim', null, 'why', v_reason); end if;
  insert into public.assistant_claims (day, caller, model, millionths)
  values (v_day, v_caller, v_price.model, v_max) returning id into v_id;
  return jsonb_build_object('claim', v_id, 'why', null);
end;
$$;
comment on function public.claim_model_answer(text, integer, integer, text, jsonb) is
  'Claims the cost of an answer. p_input and p_output are the largest numbers of tokens. p_question is checked but not '
  'saved. Returns {claim, why}. claim is null if the model must not be called, and why says the reason: often, '
  'somebody (private.is_personal), price, day or visitor. Definer: counts money and calls. Only the service role may '
  'call.';
grant execute on function public.claim_model_answer(text, integer, integer, text, jsonb) to service_role;

create function public.settle_model_answer(p_claim uuid, p_input integer, p_output integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_claim public.assistant_claims;
  v_cost bigint;
begin
  if coalesce(p_input, -1) < 0 then perform private.fail('invalid_input', 'p_input'); end if;
  if coalesce(p_output, -1) < 0 then perform private.fail('invalid_input', 'p_output'); end if;
  delete from public.assistant_claims where id = p_claim returning * into v_claim;
  if not found then return jsonb_build_object('settled', false); end if;
  select p_input::bigint * input_us_cents + p_output::bigint * output_us_cents into v_cost
  from public.assistant_prices where model = v_claim.model;
  update public.assistant_spend set millionths = greatest(0, millionths - v_claim.millionths + v_cost)
  where day = v_claim.day and caller = 'all';
  update public.assistant_spend set millionths = greatest(0, millionths - v_claim.millionths + v_cost)
  where day = v_claim.day and caller = v_claim.caller;
  return jsonb_build_object('settled', true);
end;
$$;
comment on function public.settle_model_answer(uuid, integer, integer) is
  'Replaces the reserved amount of a claim with the cost of the answer, from the tokens that were read and written. '
  'Returns {settled}, which is true once for each claim. Definer: see claim_model_answer. Only the service role may '
  'call.';
grant execute on function public.settle_model_answer(uuid, integer, integer) to service_role;

create function private.purge_assistant_spend()
returns integer
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_until constant date := (private.expiry('assistant_spend') at time zone private.time_zone())::date;
  v_count integer;
begin
  delete from public.assistant_claims where day < v_until;
  delete from public.assistant_spend where (day, caller) in (
    select day, caller from public.assistant_spend where day < v_until order by day limit 5000 for update skip locked);
  get diagnostics v_count = row_count;
  return v_count;
end;
$$;
comment on function private.purge_assistant_spend() is 'Deletes the spending of past days. Returns the number of rows.';
