import { sharedMemoryBytes } from '../process/throwaway-folder';

const sharedMemoryBytesWanted = 512 * 1024 * 1024;

// Where a container has little shared memory, a parallel query fails.
const hasSmallSharedMemory = () =>
  process.platform === 'linux' && sharedMemoryBytes() < sharedMemoryBytesWanted;

const lasting = {
  max_connections: '200',
  shared_buffers: '256MB',
  effective_cache_size: '1GB',
  work_mem: '16MB',
  maintenance_work_mem: '256MB',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
};

const throwAway = {
  max_connections: '500',
  shared_buffers: '128MB',
  max_wal_size: '1GB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  autovacuum: 'off',
  jit: 'off',
};

export function serverArguments(
  dataDir: string,
  port: number,
  isThrowaway: boolean,
  further: Readonly<Record<string, string>> = {},
): string[] {
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_min_messages: 'log',
    ...(hasSmallSharedMemory() ? { dynamic_shared_memory_type: 'mmap' } : {}),
    ...(isThrowaway ? throwAway : lasting),
    ...further,
  };
  return ['-D', dataDir, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}
