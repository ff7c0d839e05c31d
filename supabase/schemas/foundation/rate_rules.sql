-- The limits of calls to each endpoint, by account and network.

create table public.rate_rules (
  endpoint text primary key check (endpoint ~ '^[a-z_]+$'),
  most integer not null check (most > 0),
  seconds integer not null check (seconds > 0),
  why text not null
);
comment on table public.rate_rules is
  'How many calls a caller may make within a number of seconds, including refused ones. Many families may share an '
  'address, so the limits stop floods, not crowds. All endpoints without a rule share one counter (other).';
comment on column public.rate_rules.endpoint is
  'A function, or the name that the browser uses in enhanced_rate_limit_check. guess stands for unknown secrets, '
  'links and codes in any function.';

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
comment on function private.rate_rule(text) is 'Returns the rule of an endpoint, or the rule other if it has none.';

create function private.rate_limit_of(p_rule public.rate_rules, p_caller text)
returns integer
language plpgsql
stable
set search_path = ''
as $$
begin
  return p_rule.most * case when p_caller like 'address %' and (select auth.uid()) is not null then 20 else 1 end;
end;
$$;
comment on function private.rate_limit_of(public.rate_rules, text) is
  'Returns the limit of a caller. A signed-in caller is limited by the account. The network address then gets 20 '
  'times the limit, because it may serve many families.';

create function private.caller_keys()
returns text[]
language plpgsql
stable
set search_path = ''
as $$
begin
  -- The order is fixed, so that two calls do not deadlock. If the account is at its limit, the address is not counted.
  return array_remove(array['user ' || (select auth.uid()), 'address ' || private.client_address()], null);
end;
$$;
comment on function private.caller_keys() is
  'Returns the keys under which the caller is counted: account and network address.';

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
  -- Our edge functions count their own callers, because all their calls come from one address.
  if private.is_service() then return true; end if;
  v_rule := private.rate_rule(p_endpoint);
  foreach v_caller in array private.caller_keys() loop
    if not private.count_hit(v_rule.endpoint || ' ' || v_caller, private.rate_limit_of(v_rule, v_caller), v_rule.seconds, p_hits) then
      return false;
    end if;
  end loop;
  return true;
end;
$$;
comment on function private.within_rate(text, integer) is
  'Counts a call of this caller, or p_hits rows, first by account and then by network address. Returns false if the '
  'account or the address is beyond its limit (private.rate_limit_of). Calls that did not come through the API are not '
  'counted.';

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
  'Counts a call to an edge function by its network address, before the limit that all callers share. Returns '
  '{allowed}. Definer: only the service role may call it.';
grant execute on function public.check_caller(text, jsonb) to service_role;
