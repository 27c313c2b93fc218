SELECT history_follow('api_key', 'api-keys', 'id', '', '', '', 'key_hash,key_prefix,last_used_at');
