import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProgram } from '../load';

/** nginx with one worker process before a service; undefined where it is not installed. */
export async function startNginx(port: number, servicePort: number) {
  const program = findProgram('nginx');
  if (!program) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'consulting-nginx-'));
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, configuration(folder, port, servicePort));
  const child = Bun.spawn([program, '-c', file, '-p', folder, '-e', `${folder}/error.log`], {
    stderr: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  for (let step = 0; step < 100; step += 1) {
    if (await fetch(url).catch(() => undefined)) break;
    await Bun.sleep(50);
  }
  return {
    url,
    pid: child.pid,
    async stop() {
      child.kill('SIGTERM');
      await child.exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const configuration = (folder: string, port: number, servicePort: number) => `
daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  keepalive_requests 1000000;
  upstream service { server 127.0.0.1:${servicePort}; keepalive 64; keepalive_requests 1000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://service;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
    }
  }
}
`;
