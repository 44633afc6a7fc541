import { testStoresOnPostgres } from './store-tests.ts'

testStoresOnPostgres(1)
