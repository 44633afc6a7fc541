-- works with 0116
-- Search treats each Chinese and Japanese character of a name as a word, as the code does for new names.
update profiles set search_text = regexp_replace(search_text, '(\S)(?=[\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff])', '\1 ', 'g')
where search_text ~ '[\u3005-\u3007\u3041-\u3096\u30a1-\u30fa\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]';
