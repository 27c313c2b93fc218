import { pathTemplate } from '@consulting/kernel/http';
import type { Role } from '@consulting/kernel/process';
import made from './routes.json';

export const services = ['clients-projects', 'crews-rates', 'mto', 'equipment-wbs', 'identity'] as const;
export type Service = (typeof services)[number];

export type RouteKind = 'plain' | 'bulk' | 'upload';

export interface RouteFacts {
  role: Role;
  kind?: 'bulk' | 'upload';
}

export type RouteTable = Record<string, { service: Service; methods: Record<string, RouteFacts> }>;

export interface Endpoint {
  service: Service | undefined;
  template: string | undefined;
  role: Role;
  kind: RouteKind;
}

interface Branch {
  methods: Map<string, Endpoint>;
  read: Endpoint;
  write: Endpoint;
  literal: Map<string, Branch>;
  parameter?: Branch;
}

const unknown = { service: undefined, template: undefined, kind: 'plain' } as const;
export const routes: RouteTable = made.routes as RouteTable;
const root = grow(routes);

function grow(table: RouteTable): Branch {
  const trunk = branchBelow({
    read: { ...unknown, role: 'Reader' },
    write: { ...unknown, role: 'Contributor' },
  });
  // A path comes before those below it, which take on its service and who may read.
  for (const path of Object.keys(table).sort()) {
    let branch = trunk;
    for (const segment of path.split('/').slice(1)) branch = descend(branch, segment);
    settle(branch, path, table[path] as RouteTable[string]);
  }
  return trunk;
}

function branchBelow({ read, write }: Pick<Branch, 'read' | 'write'>): Branch {
  return { methods: new Map(), read, write, literal: new Map() };
}

function descend(branch: Branch, segment: string): Branch {
  if (segment.startsWith(':')) {
    branch.parameter ??= branchBelow(branch);
    return branch.parameter;
  }
  const next = branch.literal.get(segment) ?? branchBelow(branch);
  branch.literal.set(segment, next);
  return next;
}

function settle(branch: Branch, path: string, { service, methods }: RouteTable[string]): void {
  const template = pathTemplate(path);
  const unlisted = { service, template: `${template}/*`, kind: 'plain' } as const;
  branch.read = { ...unlisted, role: methods.GET?.role ?? branch.read.role };
  branch.write = { ...unlisted, role: 'Contributor' };
  for (const [method, { role, kind = 'plain' }] of Object.entries(methods)) {
    const endpoint: Endpoint = { service, template, role, kind };
    branch.methods.set(method, endpoint);
    if (method === 'GET') branch.methods.set('HEAD', endpoint);
  }
}

/** A call without a declared route goes to the service of the longest path above it, to be refused there. */
export function endpointOf(method: string, pathname: string): Endpoint {
  const others = method === 'GET' || method === 'HEAD' ? 'read' : 'write';
  if (pathname.includes('//')) return root[others];
  let branch = root;
  for (let start = 1; start < pathname.length; ) {
    const slash = pathname.indexOf('/', start);
    const end = slash < 0 ? pathname.length : slash;
    const next: Branch | undefined = branch.literal.get(pathname.slice(start, end)) ?? branch.parameter;
    if (!next) return branch[others];
    branch = next;
    start = end + 1;
  }
  return branch.methods.get(method) ?? branch[others];
}
