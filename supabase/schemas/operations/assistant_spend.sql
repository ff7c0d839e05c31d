-- What answers of a language model cost, and what they are written from (decisions "The assistant").

create table public.assistant_spend (
  day date not null,
  caller text not null,
  millionths bigint not null default 0 check (millionths >= 0),
  primary key (day, caller)
);
comment on table public.assistant_spend is
  'Spent on the model, by Singapore''s day: all together, and each caller by fingerprint. Gone with the day after.';
comment on column public.assistant_spend.caller is 'all, or private.fingerprint of the caller''s network address.';
comment on column public.assistant_spend.millionths is 'Of a cent; claimed before an answer, settled after it.';

alter table public.assistant_spend enable row level security;
revoke all on table public.assistant_spend from anon, authenticated, service_role;
grant select on public.assistant_spend to service_role;

create function public.claim_model_answer(p_question text, p_headers jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_day constant date := (clock_timestamp() at time zone private.time_zone())::date;
  v_caller constant text := private.fingerprint('assistant ' || private.address_of(coalesce(p_headers, '{}')));
  -- The most that one answer can cost: 24,000 tokens in three rounds, 1,200 written.
  v_most constant bigint := 24000::bigint * v_settings.assistant_input_cents + 1200::bigint * v_settings.assistant_output_cents;
  v_spent bigint;
begin
  if not private.is_service() then perform private.deny(); end if;
  if private.is_somebodys(p_question) then return jsonb_build_object('claim', null); end if;
  delete from public.assistant_spend where day < v_day - 1;
  -- Always all before the caller: two claims never wait for each other in a circle.
  insert into public.assistant_spend as s (day, caller, millionths) values (v_day, 'all', v_most)
  on conflict (day, caller) do update set millionths = s.millionths + v_most
  returning millionths into v_spent;
  if v_spent <= v_settings.assistant_day_cents::bigint * 1000000 then
    insert into public.assistant_spend as s (day, caller, millionths) values (v_day, v_caller, v_most)
    on conflict (day, caller) do update set millionths = s.millionths + v_most
    returning millionths into v_spent;
    if v_spent <= v_settings.assistant_visitor_cents::bigint * 1000000 then
      return jsonb_build_object('claim', v_day || ' ' || v_caller);
    end if;
    update public.assistant_spend set millionths = greatest(0, millionths - v_most) where day = v_day and caller = v_caller;
  end if;
  update public.assistant_spend set millionths = greatest(0, millionths - v_most) where day = v_day and caller = 'all';
  return jsonb_build_object('claim', null);
end;
$$;
comment on function public.claim_model_answer(text, jsonb) is
  'Claims what an answer may cost at most, of the day''s money and of the caller''s: {claim}, null where either is spent or the question looks like somebody''s. p_headers: of the browser''s request. Refuses not_allowed. Definer: only the service, asked inside, counts money.';
grant execute on function public.claim_model_answer(text, jsonb) to service_role;

create function public.settle_model_answer(p_claim text, p_input integer, p_output integer)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_settings constant public.settings := private.settings();
  v_most constant bigint := 24000::bigint * v_settings.assistant_input_cents + 1200::bigint * v_settings.assistant_output_cents;
  v_cost constant bigint := greatest(0, p_input)::bigint * v_settings.assistant_input_cents
    + greatest(0, p_output)::bigint * v_settings.assistant_output_cents;
begin
  if not private.is_service() then perform private.deny(); end if;
  update public.assistant_spend set millionths = greatest(0, millionths - v_most + v_cost)
  where day = split_part(p_claim, ' ', 1)::date and caller = 'all';
  update public.assistant_spend set millionths = greatest(0, millionths - v_most + v_cost)
  where day = split_part(p_claim, ' ', 1)::date and caller = split_part(p_claim, ' ', 2);
  return jsonb_build_object('cost_millionths', v_cost);
end;
$$;
comment on function public.settle_model_answer(text, integer, integer) is
  'Puts what an answer did cost, in tokens read and written, in place of what was claimed: {cost_millionths} of a cent. Refuses not_allowed. Definer: as claim_model_answer.';
grant execute on function public.settle_model_answer(text, integer, integer) to service_role;

create function public.get_assistant_facts(p_part text)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
begin
  if not private.is_service() then perform private.deny(); end if;
  return coalesce(case p_part
    when 'offers' then (
      select jsonb_agg(jsonb_build_object('title', o.title, 'price', 'S$' || trim_scale(o.price_cents / 100.0),
        'terms', o.cancellation, 'ages', (o.details ->> 'min_age') || ' to ' || (o.details ->> 'max_age'),
        'sessions', o.details -> 'sessions', 'valid_days', o.details -> 'validity_days') order by o.price_cents, o.id)
      from public.offers o where o.active)
    when 'camps' then (
      select jsonb_agg(jsonb_build_object('name', c.name, 'from', to_char(c.start_date, 'Dy FMDD Mon YYYY'),
        'until', to_char(c.end_date, 'Dy FMDD Mon YYYY'), 'where', c.location,
        'price', 'S$' || trim_scale(c.price_cents / 100.0), 'places', c.capacity,
        'places_free', greatest(0, c.capacity - c.current_enrollments)) order by c.start_date, c.id)
      from public.camps c
      where c.is_active and c.cancelled_at is null and c.end_date >= private.calendar_today())
    when 'classes' then (
      select jsonb_agg(jsonb_build_object('class', t.class_type, 'day', to_char(t.session_date, 'Dy FMDD Mon YYYY'),
        'time', to_char(t.session_time, 'HH24:MI'), 'where', t.location_name, 'places_free', greatest(0, t.available_spots)))
      from public.get_session_availability_with_enrollments() t)
    end, '[]');
end;
$$;
comment on function public.get_assistant_facts(text) is
  'What visitors may read anyway, in words that a model may copy: p_part offers | camps | classes -> a list of objects; another part none. Refuses not_allowed. Definer: only the service, asked inside; nothing in it is about people.';
grant execute on function public.get_assistant_facts(text) to service_role;
