-- Rate rules: how often one caller may ask (decisions "Safety"). The rules stand in rows.sql.

create table public.rate_rules (
  endpoint text primary key check (endpoint ~ '^[a-z_]+$'),
  most integer not null check (most > 0),
  seconds integer not null check (seconds > 0),
  why text not null
);
comment on table public.rate_rules is
  'Calls allowed per caller and window of so many seconds, refused ones too. A phone network, a school or an office '
  'shows many families under one address, so these stop floods and not crowds. All endpoints that are not listed share '
  'one rule and one counter (other), so inventing names gains nothing.';
comment on column public.rate_rules.endpoint is
  'A function, or what the browser calls itself when it asks enhanced_rate_limit_check. guess: secrets, links and '
  'codes that nobody has, in whichever function.';

alter table public.rate_rules enable row level security;
revoke all on table public.rate_rules from anon, authenticated, service_role;
grant select on public.rate_rules to authenticated, service_role;
create policy "Admins read the limits" on public.rate_rules
  for select to authenticated using ((select private.is_admin()));

create function private.rate_rule(p_endpoint text)
returns public.rate_rules
language plpgsql
stable
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
begin
  select * into v_rule from public.rate_rules where endpoint = p_endpoint;
  if not found then select * into v_rule from public.rate_rules where endpoint = 'other'; end if;
  return v_rule;
end;
$$;
comment on function private.rate_rule(text) is 'The rule of an endpoint; of one that is not listed that of other.';

create function private.most_of(p_rule public.rate_rules, p_caller text)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return p_rule.most * case when p_caller like 'address %' and (select auth.uid()) is not null then 20 else 1 end;
end;
$$;
comment on function private.most_of(public.rate_rules, text) is
  'How often a rule lets a caller ask. Whoever is signed in is one by the account; the address stands for all who come '
  'from it, twenty families at once. Our own functions call for a signed-in parent, and to us they all have one '
  'address.';

create function private.callers()
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  -- Always in this order, so that two calls never wait for each other's counter. The account first: who has had enough
  -- uses up nothing of those behind the same address.
  return array_remove(array['user ' || (select auth.uid()), 'address ' || private.client_address()], null);
end;
$$;
comment on function private.callers() is 'As whom the caller is counted: by account and by network address.';

create function private.within_rate(p_endpoint text, p_hits integer default 1)
returns boolean
language plpgsql
volatile
set search_path = ''
as $$
declare
  v_rule public.rate_rules;
  v_caller text;
begin
  -- The server's functions count their own callers: to us they all come from one address.
  if private.is_service() then return true; end if;
  v_rule := private.rate_rule(p_endpoint);
  foreach v_caller in array private.callers() loop
    if not private.count_hit(v_rule.endpoint || ' ' || v_caller, private.most_of(v_rule, v_caller), v_rule.seconds, p_hits) then
      return false;
    end if;
  end loop;
  return true;
end;
$$;
comment on function private.within_rate(text, integer) is
  'Counts a call of this caller, or so many rows that it brings, by account, and unless that has had enough by network '
  'address; no when one of the two has (private.most_of). A call that did not come through the API is nobody''s and '
  'not counted.';

create function public.check_caller(p_endpoint text, p_headers jsonb)
returns jsonb
language plpgsql
volatile
security definer
set search_path = ''
as $$
declare
  v_rule constant public.rate_rules := private.rate_rule(p_endpoint);
begin
  return jsonb_build_object('allowed', private.count_hit(
    v_rule.endpoint || ' address ' || private.address_of(p_headers), v_rule.most, v_rule.seconds));
end;
$$;
comment on function public.check_caller(text, jsonb) is
  'Counts a call that one of our functions answers for whoever is at this network address: {allowed}. p_headers: of '
  'that request. Before the limit that all share: one stranger uses up no more than a part of it. Definer: counts in '
  'rate_limits; only the service role may call.';
grant execute on function public.check_caller(text, jsonb) to service_role;
