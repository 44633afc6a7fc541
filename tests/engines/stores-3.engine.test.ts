import { testStoresOnPostgres } from './store-tests.ts'

testStoresOnPostgres(2)
