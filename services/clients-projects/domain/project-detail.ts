import { findIndirectCosts } from '../store/indirect-costs';
import { findClientOfProject } from '../store/project';
import { listServices } from '../store/service';
import type { Ctx } from './context';
import { serialiseIndirectCosts } from './indirect-costs';
import { requireProject, serialiseProject } from './project';
import { serialiseService } from './service-record';

export async function getProject(ctx: Ctx, projectId: string, clientId?: string) {
  const project = await requireProject(ctx, projectId, clientId);
  const [client, services, indirectCosts] = await Promise.all([
    findClientOfProject(ctx.db, project.clientId),
    listServices(ctx.db, project.id, { serviceType: null, status: null }),
    findIndirectCosts(ctx.db, project.id),
  ]);
  return {
    ...serialiseProject(project),
    client,
    services: services.map(serialiseService),
    indirectCosts: serialiseIndirectCosts(project, indirectCosts),
  };
}
