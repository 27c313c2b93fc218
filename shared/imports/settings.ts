import { setting } from '@consulting/kernel/config';

const GIB = 1024 ** 3;

export const importSettings = {
  INFLATED_BYTES_MAX: setting.integer(2 * GIB, 1024, 64 * GIB),
  IMPORT_ROWS_MAX: setting.integer(1_000_000, 1, 100_000_000),
  IMPORT_WORKERS: setting.integer(2, 1, 16),
};
